export type Region = 'uae' | 'ksa'
export const regions: readonly Region[] = ['uae', 'ksa']
