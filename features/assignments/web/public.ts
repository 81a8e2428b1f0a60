export { prefetchAtSignIn } from './prefetch.ts'
