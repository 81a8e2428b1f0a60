import {
  IconBell, IconBuildingHospital, IconCalendar, IconHelpCircle, IconHome, IconUser, IconUsers,
} from '@tabler/icons-react' // prettier-ignore
import { IconSchool } from '@tabler/icons-react'
import type { Access } from '#core/access.ts'
import type { Icon } from '@tabler/icons-react'

/** Every page a menu or the palette may offer: its address, name, icon, who may open it, and the area it belongs to. */
export type PageEntry = {
  href: string
  label: string
  icon: Icon
  access: Access
  area: 'admin' | 'school' | 'facility' | 'student' | 'proctor' | 'preceptor' | 'any'
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
    href: '/admin/semesters',
    label: 'Semesters',
    icon: IconCalendar,
    access: [],
    area: 'admin',
    keywords: 'terms copy',
  },
  {
    href: '/admin/notifications',
    label: 'Notifications',
    icon: IconBell,
    access: [],
    area: 'admin',
    keywords: 'send broadcast announcements contact messages visitors',
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
