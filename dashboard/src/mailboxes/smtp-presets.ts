/** Common SMTP servers, and the page where each provider creates app passwords. */
export const smtpPresets = [
  { name: 'Gmail', host: 'smtp.gmail.com', port: 465, passwordPage: 'myaccount.google.com/apppasswords' },
  { name: 'Yahoo', host: 'smtp.mail.yahoo.com', port: 465, passwordPage: 'login.yahoo.com/account/security' },
  { name: 'Zoho', host: 'smtp.zoho.com', port: 465, passwordPage: 'accounts.zoho.com/home' },
  { name: 'Zoho, own domain', host: 'smtppro.zoho.com', port: 465, passwordPage: 'accounts.zoho.com/home' },
  { name: 'iCloud', host: 'smtp.mail.me.com', port: 587, passwordPage: 'account.apple.com' },
  { name: 'Fastmail', host: 'smtp.fastmail.com', port: 465, passwordPage: 'app.fastmail.com/settings/security' },
] as const
