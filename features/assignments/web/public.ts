export { ProctorNow } from './ProctorNow.tsx'
export { prefetchAtSignIn } from './prefetch.ts'
export { StudentHours, StudentNow } from './StudentNow.tsx'
