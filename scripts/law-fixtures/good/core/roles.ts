export type Role = 'student' | 'proctor'
