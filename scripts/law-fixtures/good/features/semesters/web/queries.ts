import { list } from '../contract.ts'

export const semesters = () => list
