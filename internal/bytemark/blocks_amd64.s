#include "textflag.h"

// SIXTEEN leaves in R the 16 marks of the bytes in X, which it overwrites.
#define SIXTEEN(X, Y, R) \
	MOVO     X, Y      \
	PCMPEQB  X0, X     \
	PCMPEQB  X1, Y     \
	POR      Y, X      \
	PMOVMSKB X, R

// func blocks(to []uint64, from []byte, a, b byte)
TEXT ·blocks(SB), NOSPLIT, $0-50
	MOVQ      to_base+0(FP), DI
	MOVQ      to_len+8(FP), CX
	MOVQ      from_base+24(FP), SI
	MOVBLZX   a+48(FP), AX
	MOVBLZX   b+49(FP), BX
	MOVQ      AX, X0
	MOVQ      BX, X1
	PUNPCKLBW X0, X0
	PUNPCKLBW X1, X1
	PSHUFLW   $0, X0, X0
	PSHUFLW   $0, X1, X1
	PSHUFD    $0, X0, X0
	PSHUFD    $0, X1, X1

loop:
	MOVOU (SI), X2
	MOVOU 16(SI), X3
	MOVOU 32(SI), X4
	MOVOU 48(SI), X5
	SIXTEEN(X2, X6, AX)
	SIXTEEN(X3, X7, BX)
	SIXTEEN(X4, X8, DX)
	SIXTEEN(X5, X9, R8)
	SHLQ  $16, BX
	SHLQ  $32, DX
	SHLQ  $48, R8
	ORQ   BX, AX
	ORQ   R8, DX
	ORQ   DX, AX
	MOVQ  AX, (DI)
	ADDQ  $64, SI
	ADDQ  $8, DI
	DECQ  CX
	JNZ   loop
	RET
