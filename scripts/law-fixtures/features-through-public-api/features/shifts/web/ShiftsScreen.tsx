import { semesters } from '../../semesters/web/queries.ts' // bad

export const ShiftsScreen = () => semesters
