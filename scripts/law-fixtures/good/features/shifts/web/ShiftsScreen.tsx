import { semesters } from '#features/semesters/web/public.ts'

export const ShiftsScreen = () => [semesters()]
