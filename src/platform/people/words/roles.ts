import type { Role } from '../roles.ts'

/** The words of the roles. */
export const rolesEn: Readonly<Record<Role, string>> = {
  ...{ admin: 'Admin', operator: 'Operator', developer: 'Developer', analyst: 'Analyst' },
}

export const rolesAr: Readonly<Record<Role, string>> = {
  ...{ admin: 'مدير', operator: 'مشغّل', developer: 'مطوّر', analyst: 'محلّل' },
}
