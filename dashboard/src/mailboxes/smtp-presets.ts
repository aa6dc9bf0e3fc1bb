/** Servers that many people have, and where each of them makes an app password. */
export const mailServers = [
  { name: 'Gmail', host: 'smtp.gmail.com', port: 465, passwords: 'myaccount.google.com/apppasswords' },
  { name: 'Yahoo', host: 'smtp.mail.yahoo.com', port: 465, passwords: 'login.yahoo.com/account/security' },
  { name: 'Zoho', host: 'smtp.zoho.com', port: 465, passwords: 'accounts.zoho.com/home' },
  { name: 'Zoho, own domain', host: 'smtppro.zoho.com', port: 465, passwords: 'accounts.zoho.com/home' },
  { name: 'iCloud', host: 'smtp.mail.me.com', port: 587, passwords: 'account.apple.com' },
  { name: 'Fastmail', host: 'smtp.fastmail.com', port: 465, passwords: 'app.fastmail.com/settings/security' },
] as const
