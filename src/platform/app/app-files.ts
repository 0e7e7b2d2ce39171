import { join } from 'node:path'
import { openBucketFiles } from '../adapters/bucket-files.ts'
import { type Files, openLocalFiles } from '../adapters/files.ts'
import type { Config } from './config.ts'
import { explainFolder } from './unusable-folder.ts'

const advice = 'set DATA_DIR to a folder for attachments that can be written, or ATTACHMENTS_BUCKET'

/** Opens the place of attachments: the configured bucket, or a folder in the data folder. */
export function openAppFiles({ attachmentsBucket, dataDir }: Config): Files {
  if (attachmentsBucket !== undefined) return openBucketFiles(attachmentsBucket)
  const files = openLocalFiles(join(dataDir, 'attachments'))
  return { ...files, prepare: () => files.prepare().catch((error) => Promise.reject(explainFolder(error, advice))) }
}
