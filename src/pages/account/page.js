// Scripts of the account only: print buttons. Follows ui/customer/customer.js in the same file.
for (const button of all('button[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
