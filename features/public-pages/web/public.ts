export { useAnswer, useSend } from './plain-calls.ts'
export { SitePage } from './SitePage.tsx'
