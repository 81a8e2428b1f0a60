import { all } from '#features/semesters/server/queries/all.ts' // bad

export const fakeShift = all
