// Runs before the first paint and before any other script.

// What the operator named, which the server wrote into the page.
const named = document.querySelector('meta[name="installation"]')?.content
if (named) globalThis.installation = JSON.parse(named)

// The remembered theme; without one, the system's holds.
try {
  const theme = localStorage.getItem('loadping.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be closed to us; the system's theme is fine then.
}
