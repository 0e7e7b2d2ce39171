// The colour on which a snippet stands, where it has no ground of its own.

let canvas

/** Returns red, green, blue and alpha of a colour in any form, each up to 255. */
function channelsOf(color) {
  canvas ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  return canvas.getImageData(0, 0, 1, 1).data
}

/** Returns the relative luminance of WCAG, by its rounded exponent: 0 is black, 1 is white. */
function luminanceOf([red, green, blue]) {
  const linear = (value) => (value / 255) ** 2.2
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function luminanceBehind(element) {
  for (let node = element; node; node = node.parentNode ?? node.host) {
    if (node.nodeType !== 1) continue
    const { backgroundColor, backgroundImage } = getComputedStyle(node)
    const channels = channelsOf(backgroundColor)
    if (channels[3] > 127) return luminanceOf(channels)
    if (backgroundImage !== 'none') break
  }
  // In front of a picture, and of the browser's own ground, the text tells: a light one stands on a dark ground.
  return luminanceOf(channelsOf(getComputedStyle(element.parentElement ?? element).color)) > 0.4 ? 0 : 1
}

/** Returns the class of the ground behind an element. Each has colours with a contrast of at least 4.5. */
export function groundBehind(element) {
  const luminance = luminanceBehind(element)
  if (luminance > 0.8) return 'light'
  if (luminance > 0.18) return 'middle'
  return luminance > 0.04 ? 'deep' : 'dark'
}
