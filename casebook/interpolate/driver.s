// This file lets driver.go declare a function without a body.
