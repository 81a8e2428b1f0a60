import {
  IconAffiliate, IconHeartHandshake, IconBell, IconBuildingHospital, IconCalendar, IconChecklist, IconHelpCircle, IconHome, IconKey, IconReportAnalytics, IconSettings, IconShieldLock, IconSitemap, IconUser, IconUsers,
} from '@tabler/icons-react' // prettier-ignore
import { IconBuilding, IconSchool } from '@tabler/icons-react'
import { IconBinaryTree2, IconStethoscope } from '@tabler/icons-react'
import type { Access } from '#core/access.ts'
import type { Icon } from '@tabler/icons-react'

/** Every page a menu or the palette may offer: its address, name, icon, who may open it, and the area it belongs to. */
export type PageEntry = {
  href: string
  label: string
  icon: Icon
  access: Access
  area: 'admin' | 'school' | 'facility' | 'student' | 'proctor' | 'preceptor' | 'any'
  /** A second area whose menu has it: administration that others share. */
  alsoIn?: PageEntry['area']
  keywords?: string
}

export const pages: readonly PageEntry[] = [
  { href: '/admin/dashboard', label: 'Dashboard', icon: IconHome, access: [], area: 'admin' },
  {
    href: '/admin/users',
    label: 'Users',
    icon: IconUsers,
    access: [],
    area: 'admin',
    keywords: 'people accounts roles',
  },
  {
    href: '/admin/schools',
    label: 'Schools',
    icon: IconSchool,
    access: [],
    area: 'admin',
    keywords: 'colleges programs regulatory profiles boards import IPEDS',
  },
  {
    href: '/admin/organizations',
    label: 'Organizations',
    icon: IconBuildingHospital,
    access: [],
    area: 'admin',
    keywords: 'facilities hospitals sites units',
  },
  {
    href: '/admin/facility-hierarchy',
    label: 'Facility hierarchy',
    icon: IconBinaryTree2,
    access: [],
    area: 'admin',
    keywords: 'facilities tree organizations sites units',
  },
  {
    href: '/admin/facility-operations',
    label: 'Facility operations',
    icon: IconStethoscope,
    access: [],
    area: 'admin',
    keywords: 'paused units blackouts problems attention',
  },
  {
    href: '/admin/semesters',
    label: 'Semesters',
    icon: IconCalendar,
    access: [],
    area: 'admin',
    keywords: 'terms copy',
  },
  {
    href: '/admin/relationships',
    label: 'Relationships',
    icon: IconAffiliate,
    access: [],
    area: 'admin',
    keywords: 'partnerships agreements map',
  },
  {
    href: '/admin/notifications',
    label: 'Notifications',
    icon: IconBell,
    access: [],
    area: 'admin',
    keywords: 'send broadcast announcements contact messages visitors',
  },
  {
    href: '/admin/permission-requests',
    label: 'Permission requests',
    icon: IconKey,
    access: ['facility_admin'],
    area: 'admin',
    alsoIn: 'facility',
    keywords: 'preceptor approve decide ask',
  },
  {
    href: '/admin/permissions-reporting',
    label: 'Permissions report',
    icon: IconReportAnalytics,
    access: [],
    area: 'admin',
    keywords: 'who has what unused preceptors export',
  },
  {
    href: '/admin/permissions-system',
    label: 'Permission system',
    icon: IconShieldLock,
    access: [],
    area: 'admin',
    keywords: 'roles health checks',
  },
  { href: '/admin/profile', label: 'My profile', icon: IconUser, access: [], area: 'admin' },
  { href: '/school/dashboard', label: 'Dashboard', icon: IconHome, access: ['school_admin'], area: 'school' },
  {
    href: '/school/students',
    label: 'People',
    icon: IconUsers,
    access: ['school_admin'],
    area: 'school',
    keywords: 'students proctors invitations import approvals',
  },
  {
    href: '/school/facilities',
    label: 'Facilities',
    icon: IconBuildingHospital,
    access: ['school_admin'],
    area: 'school',
    keywords: 'sites hospitals map distance zip',
  },
  {
    href: '/school/partnerships',
    label: 'Partnerships',
    icon: IconHeartHandshake,
    access: ['school_admin'],
    area: 'school',
    keywords: 'agreements affiliation hospitals organizations',
  },
  {
    href: '/school/cohorts',
    label: 'Cohorts',
    icon: IconSchool,
    access: ['school_admin'],
    area: 'school',
    keywords: 'groups classes roster graduation',
  },
  {
    href: '/school/settings',
    label: 'Semesters',
    icon: IconCalendar,
    access: ['school_admin'],
    area: 'school',
    keywords: 'settings terms copy breaks holidays',
  },
  {
    href: '/school/profile',
    label: 'School profile',
    icon: IconBuilding,
    access: ['school_admin'],
    area: 'school',
    keywords: 'programs address contact time zone hours requirements',
  },
  {
    href: '/school/account',
    label: 'School account',
    icon: IconSettings,
    access: ['school_admin'],
    area: 'school',
    keywords: 'join code settings administrators regulatory profile board rules grace rounding',
  },
  {
    href: '/school/admin-profile',
    label: 'My profile',
    icon: IconUser,
    access: ['school_admin'],
    area: 'school',
  },
  {
    href: '/facility/dashboard',
    label: 'Dashboard',
    icon: IconBuildingHospital,
    access: ['facility_admin'],
    area: 'facility',
  },
  {
    href: '/facility/users',
    label: 'Users',
    icon: IconUsers,
    access: ['facility_admin'],
    area: 'facility',
    keywords: 'invitations approvals',
  },
  {
    href: '/facility/management',
    label: 'Management',
    icon: IconSitemap,
    access: ['facility_admin'],
    area: 'facility',
    keywords: 'sites units team partnerships requests',
  },
  {
    href: '/facility/complete-setup',
    label: 'Complete setup',
    icon: IconChecklist,
    access: ['facility_admin'],
    area: 'facility',
    keywords: 'first steps checklist',
  },
  {
    href: '/facility/settings',
    label: 'Settings',
    icon: IconSettings,
    access: ['facility_admin'],
    area: 'facility',
    keywords: 'lead time visibility notice approve',
  },
  {
    href: '/facility/profile',
    label: 'My profile',
    icon: IconUser,
    access: ['facility_admin'],
    area: 'facility',
  },
  { href: '/student/dashboard', label: 'Dashboard', icon: IconHome, access: ['student'], area: 'student' },
  { href: '/student/profile', label: 'My profile', icon: IconUser, access: ['student'], area: 'student' },
  { href: '/proctor/dashboard', label: 'Dashboard', icon: IconHome, access: ['proctor'], area: 'proctor' },
  { href: '/proctor/profile', label: 'My profile', icon: IconUser, access: ['proctor'], area: 'proctor' },
  {
    href: '/preceptor/dashboard',
    label: 'Preceptor Dashboard',
    icon: IconHome,
    access: ['preceptor'],
    area: 'preceptor',
  },
  {
    href: '/admin/permissions-help',
    label: 'Who may do what',
    icon: IconHelpCircle,
    access: 'any',
    area: 'any',
    keywords: 'permissions help roles',
  },
]
