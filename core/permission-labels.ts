/** The labels of the permissions at a facility. */
export const permissionLabels = {
  capstone_preceptor: 'Preceptor',
  unit_admin: 'Unit admin',
  site_admin: 'Site admin',
  org_admin: 'Organization admin',
  verifier: 'Verifier',
  view_only_reports: 'Report reader',
  billing_view: 'Billing viewer',
} as const
