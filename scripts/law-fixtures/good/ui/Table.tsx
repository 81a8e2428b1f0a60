import type { ReactNode } from 'react'

export const Table = (): ReactNode => null
