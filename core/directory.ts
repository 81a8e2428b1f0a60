/** Replaces the name of a student who opted out of the directory, for viewers who may not know it (34 CFR 99.37). */
export const UNNAMED = 'A classmate'
