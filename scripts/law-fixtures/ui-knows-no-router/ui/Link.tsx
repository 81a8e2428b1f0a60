import { Link as RouterLink } from '@tanstack/react-router' // bad

export const Link = RouterLink
