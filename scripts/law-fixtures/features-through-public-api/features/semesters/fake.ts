export const fakeSemester = 1
