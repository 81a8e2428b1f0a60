export const fakeShift = 1
