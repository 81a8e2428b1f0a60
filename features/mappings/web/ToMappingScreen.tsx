import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** /ai leads to the runs of clinical mapping, which the specification names without its prefix too (Spec §2). */
export function ToRunsScreen(): ReactNode {
  return <Navigate to="/admin/clinical-mapping/ai" replace />
}

/** /configuration leads to the words of clinical mapping (Spec §2). */
export function ToConfigurationScreen(): ReactNode {
  return <Navigate to="/admin/clinical-mapping/configuration" replace />
}
