// Sets the remembered theme before the first paint; without one, the system's holds.
try {
  const theme = localStorage.getItem('loadping.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be closed to us; the system's theme is fine then.
}
