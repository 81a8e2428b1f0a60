import { list } from '#features/semesters/contract.ts'

export const ofSemester = list
