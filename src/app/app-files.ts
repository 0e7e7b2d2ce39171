import { join } from 'node:path'
import { openBucketFiles } from '../adapters/bucket-files.ts'
import { type Files, openLocalFiles } from '../adapters/files.ts'
import type { Config } from './config.ts'

/** Opens the place of attachments: the configured bucket, or a folder in the data folder. */
export function openAppFiles(config: Config): Files {
  const folder = join(config.dataDir, 'attachments')
  return config.attachmentsBucket === undefined
    ? openLocalFiles(folder)
    : openBucketFiles(config.attachmentsBucket, join(folder, 'incoming'))
}
