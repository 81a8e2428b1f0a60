/** The labels, defaults and steps of facilities; the rules of each subject are in rules/. */
import type { Step } from '#core/steps.ts'
import type {
  CareLevel,
  FacilityStatus,
  OrganizationType,
  Population,
  ShiftPattern,
  StudentLevel,
  UnitFields,
} from './contract.ts'

export { facilityKindLabels as kindLabels } from '#core/facility-kinds.ts'

export const organizationTypeLabels: Record<OrganizationType, string> = {
  hospital_system: 'Hospital system',
  hospital: 'Hospital',
  long_term_care: 'Long-term care',
  clinic: 'Clinic',
  community: 'Community',
  school_health: 'School health',
  simulation_center: 'Simulation center',
  other: 'Other',
}

/** How many facilities of one tree level are loaded at once. */
export const treePageSize = 100

/** Labels for the patients a unit cares for. */
export const populationLabels: Record<Population, string> = {
  adult: 'Adults',
  pediatric: 'Children',
  neonatal: 'Newborns',
  geriatric: 'Older adults',
  maternal: 'Mothers',
  all: 'All ages',
}

export const careLevelLabels: Record<CareLevel, string> = {
  acute: 'Acute',
  subacute: 'Subacute',
  long_term: 'Long-term',
  community: 'Community',
  ambulatory: 'Ambulatory',
  simulation: 'Simulation',
}

export const studentLevelLabels: Record<StudentLevel, string> = {
  first_year: 'First year',
  second_year: 'Second year',
  third_year: 'Third year',
  fourth_year: 'Fourth year',
  graduate: 'Graduate',
}

/** Common hospital shifts, offered as a start for a unit; each can be edited. */
export const shiftPresets: readonly ShiftPattern[] = [
  { name: 'D8', start: '07:00', end: '15:00', unpaid_break_min: 30 },
  { name: 'E8', start: '15:00', end: '23:00', unpaid_break_min: 30 },
  { name: 'N8', start: '23:00', end: '07:00', unpaid_break_min: 30 },
  { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 },
  { name: 'N12', start: '19:00', end: '07:00', unpaid_break_min: 30 },
]

/** The default values of a new unit. */
export const unitDefaults: Omit<UnitFields, 'name'> = {
  code: null,
  specialty: 'other',
  population: 'adult',
  care_level: 'acute',
  shift_patterns: [],
  max_students_per_shift: 8,
  max_students_by_level: {},
  exclusive_school: true,
  max_ratio_override: null,
  capacity_windows: [],
  blackout: [],
  has_conference_room: false,
  preceptor_available: false,
}

type Party = 'manager' | 'superadmin'
const managers: readonly Party[] = ['manager', 'superadmin']
const superadmin: readonly Party[] = ['superadmin']

/** The transitions of a facility; organizations are the superadmin's. The database refuses any other. */
export const facilitySteps: readonly Step<FacilityStatus, Party>[] = [
  { event: 'pause', from: 'active', to: 'paused', parties: managers },
  { event: 'resume', from: 'paused', to: 'active', parties: managers },
  { event: 'close', from: 'active', to: 'closed', parties: superadmin },
  { event: 'close', from: 'paused', to: 'closed', parties: superadmin },
  { event: 'archive', from: 'active', to: 'archived', parties: managers },
  { event: 'archive', from: 'paused', to: 'archived', parties: managers },
  { event: 'restore', from: 'archived', to: 'active', parties: managers },
  { event: 'restore', from: 'archived', to: 'paused', parties: managers },
]
