// The bytes that give JSON its structure, for those who find their way through it without parsing it.
export const quoteMark = 0x22
export const backslash = 0x5c
export const colon = 0x3a
export const comma = 0x2c
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d
