import { resolve } from 'node:path'
import type { Bucket } from '../adapters/bucket-files.ts'
import type { Environment, Variable } from './environment.ts'

/** Settings of the database and of files. */
export interface StorageSettings {
  readonly databaseUrl: string | undefined
  /** The same database with its owner's login, for migrations; absent: migrations use the login of the service. */
  readonly migrationDatabaseUrl: string | undefined
  readonly dataDir: string
  /** The bucket of attachments; absent: the data folder. */
  readonly attachmentsBucket: Bucket | undefined
}

export const storageVariables: readonly Variable[] = [
  {
    name: 'DATABASE_URL',
    isSecret: true,
    fallback: '–',
    meaning: 'a PostgreSQL (15 or newer); absent: the embedded one',
  },
  {
    name: 'MIGRATION_DATABASE_URL',
    isSecret: true,
    fallback: '–',
    meaning:
      "the same database with its owner's login, which only brings the schema up to date; absent: `DATABASE_URL` does",
  },
  { name: 'DATA_DIR', fallback: '`./data`', meaning: 'embedded database and attachments' },
  {
    name: 'ATTACHMENTS_BUCKET',
    fallback: '–',
    meaning:
      'an S3-compatible bucket for attachments; its credentials are `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`',
  },
  { name: 'ATTACHMENTS_REGION', fallback: '`us-east-1`', meaning: 'region of the bucket' },
  { name: 'ATTACHMENTS_ENDPOINT', fallback: 'AWS', meaning: 'address of another S3-compatible service' },
]

export function readStorage(env: Environment, workingDir: string): StorageSettings {
  const databaseUrl = env.url('DATABASE_URL', ['postgres:', 'postgresql:'], 'secret')
  const migrationDatabaseUrl = env.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:'], 'secret')
  if (migrationDatabaseUrl !== undefined && env.value('DATABASE_URL') === undefined) {
    env.complain('MIGRATION_DATABASE_URL', 'absent where DATABASE_URL is not set', 'secret')
  }
  const bucket = env.value('ATTACHMENTS_BUCKET')
  if (bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    env.complain('ATTACHMENTS_BUCKET', 'the name of a bucket')
  }
  const region = env.value('ATTACHMENTS_REGION') ?? 'us-east-1'
  // The region is part of the bucket's host at AWS, and of every request's signature.
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(region)) {
    env.complain('ATTACHMENTS_REGION', 'the name of a region: letters, digits and hyphens')
  }
  const endpoint = env.baseUrl('ATTACHMENTS_ENDPOINT', ['http:', 'https:'])
  const attachmentsBucket = bucket === undefined ? undefined : { bucket, region, endpoint }
  const dataDir = resolve(workingDir, env.value('DATA_DIR') ?? './data')
  return { databaseUrl, migrationDatabaseUrl, dataDir, attachmentsBucket }
}
