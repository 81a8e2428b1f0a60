import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Redirects /ai to the runs of clinical mapping, because the specification also names it without its prefix (Spec §2). */
export function ToRunsScreen(): ReactNode {
  return <Navigate to="/admin/clinical-mapping/ai" replace />
}

/** Redirects /configuration to the words of clinical mapping (Spec §2). */
export function ToConfigurationScreen(): ReactNode {
  return <Navigate to="/admin/clinical-mapping/configuration" replace />
}
