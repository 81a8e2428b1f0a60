export const semesters = 1
