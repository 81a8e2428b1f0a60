export const fakeSemester = { name: 'Spring 2030' }
