// Anchors of the time when `/docs` had the whole reference lead to the pages that have them now.

const { moved } = document.body.dataset

function forward() {
  const anchor = location.hash.slice(1)
  const [address] = Object.entries(JSON.parse(moved)).find(([, anchors]) => anchors.includes(anchor)) ?? []
  if (address) location.replace(`${address}#${anchor}`)
}
if (moved) {
  forward()
  addEventListener('hashchange', forward)
}
