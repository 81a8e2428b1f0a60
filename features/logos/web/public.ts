export { NameWithLogo, TitleLogo } from './Logo.tsx'
export { LogoSection } from './LogoSection.tsx'
export { useLogos } from './queries.ts'
