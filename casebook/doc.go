// Package casebook will replay published accounts of somebody making a Go
// program allocate less: one folder per case, with the code before, the code
// after, and the figures that the author gave, measured again.
//
// It is a module of its own because cases need servers, drivers and browsers
// that neither wring nor its users should have to download.
//
// No case is written yet.
package casebook
