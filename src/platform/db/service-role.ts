import pg from 'pg'
import { bool, text } from './columns.ts'
import { serviceRole } from './connection.ts'
import type { Db } from './db.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

// Reads the memberships from their table. `pg_has_role` answers from a cache of the session, which stays out of date
// when another session grants the role while the cache is filled. Before version 16 every member of a role may take
// it, and the table has no `set_option`.
const getServiceRole = defineStatement(
  'get_service_role',
  {},
  { is_there: bool, may_be_taken: bool, has_rights: bool, login: text },
  `with recursive takeable(id) as (
     select oid from pg_roles where rolname = session_user
     union
     select granted.roleid from pg_auth_members granted join takeable on granted.member = takeable.id
     where coalesce((to_jsonb(granted)->>'set_option')::boolean, true)
   )
   select role is not null as is_there, session_user::text as login,
     coalesce((select rolsuper from pg_roles where rolname = session_user) or role in (select id from takeable), false)
       as may_be_taken,
     coalesce(has_table_privilege(role, to_regclass('migrations'), 'select'), false) as has_rights
   from to_regrole('${serviceRole}') as role`,
)

const maxTries = 3

/**
 * Makes the service's role, which all databases of a cluster share. Lets the login take it if it is the service's
 * own login. Returns whether the role has its rights in this database. If the login may not make the role, refuses
 * with the commands for an administrator.
 */
export async function prepareServiceRole(owner: Db, isServices: boolean): Promise<boolean> {
  let role = await find(owner)
  let refused = ''
  const missing = (): string[] => [
    ...(role.is_there ? [] : [`create role ${serviceRole}`]),
    ...(role.may_be_taken || !isServices ? [] : [`grant ${serviceRole} to ${pg.escapeIdentifier(role.login)}`]),
  ]
  // Another process may do the same for another database at this moment. Only the result counts, and a second try
  // may be needed.
  for (let tries = 0; tries < maxTries && missing().length > 0; tries += 1) {
    for (const statement of missing()) {
      await owner.runText(statement).catch((error: Error) => {
        refused = error.message
      })
    }
    role = await find(owner)
  }
  if (missing().length > 0) {
    const statements = missing().map((statement) => `${statement};`)
    throw new UnusableDatabase(
      `The login ${role.login} of the database may not prepare the role that the service works as (${refused}): have an administrator run: ${statements.join(' ')}`,
    )
  }
  return role.has_rights
}

async function find(db: Db) {
  const [role] = await db.run(getServiceRole, {})
  if (role === undefined) throw new Error('to_regrole answers a row')
  return role
}

/**
 * A function of the database that runs with its owner's rights, for tables that the service may only read and insert
 * into. It returns true.
 */
export interface OwnerFunction {
  readonly name: string
  /** The parameters with their types. */
  readonly parameters: string
  readonly language: 'sql' | 'plpgsql'
  readonly body: string
}
