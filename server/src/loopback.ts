export const isLoopback = (ip: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(ip)

/** Whether the host of a URL or a Host header, with or without a port, is a name of this machine. */
export const isLoopbackHost = (host = ''): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(host)
