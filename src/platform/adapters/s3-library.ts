import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

/**
 * What the service uses of the library. This file is loaded with the first use of a bucket, and imports the names itself:
 * in the tarball the chunk of a library in CommonJS has none.
 */
export const s3 = { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client }
