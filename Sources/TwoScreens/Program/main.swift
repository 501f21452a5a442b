import TwoScreens

Launch.run()
