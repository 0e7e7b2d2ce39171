/** So many bytes in words, as disks are sold: 5.2 GB. What is too little may be rounded up, and what there is down. */
export function formatSize(bytes: number, round: (tenths: number) => number = Math.round): string {
  const [unit, tenth] = bytes < 1e9 ? ['MB', 1e5] : ['GB', 1e8]
  return `${(round(bytes / tenth) / 10).toFixed(1)} ${unit}`
}
