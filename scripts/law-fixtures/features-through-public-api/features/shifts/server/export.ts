import { fakeSemester } from '#features/semesters/fake.ts' // bad

export const shifts = fakeSemester
