/** Whether a content type is that of a form with files, its boundary well-formed. */
export function isMultipart(contentType: string | undefined): contentType is string {
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return false
  return /boundary=("[^"]{1,70}"|[^\s";,]{1,70})\s*(;|$)/i.test(contentType)
}
