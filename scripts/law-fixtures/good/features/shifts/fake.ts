import { fakeSemester } from '#features/semesters/fake.ts'

export const fakeShift = { semester: fakeSemester }
