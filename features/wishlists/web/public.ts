export { RankRotationsPage } from './RankRotationsPage.tsx'
export { SchoolWishlists } from './SchoolWishlists.tsx'
export { StudentsToRank } from './StudentsToRank.tsx'
