import { semesters } from '#features/semesters/web/public.ts' // bad

export const HoursScreen = () => semesters
