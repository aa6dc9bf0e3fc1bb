/** The host name of the demo SMTP server, to try connecting a mail server. */
export const demoSmtpHost = 'mail.this-machine.example'

/** The public certificate and key of the stand-in on loopback, trusted only for deliveries to that stand-in. */
export const mailCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghN0CjvQR8mixvXYd
q3i7RV0o1mfkx5A6OucTIdjOYR6hRANCAASAejpU05EMp9eA0oGdEH0RdJa845ti
oNDvYmpeU3VooyZiC5TVPFNI7xqMuepB4ZK6wHviqz7rSn/6YfFKNvvg
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIB4zCCAYmgAwIBAgIBATAKBggqhkjOPQQDAjBEMSIwIAYDVQQDDBltYWlsLnRo
aXMtbWFjaGluZS5leGFtcGxlMR4wHAYDVQQKDBVBIHN0YW5kLWluLCB3b3J0aGxl
c3MwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMEQxIjAgBgNVBAMM
GW1haWwudGhpcy1tYWNoaW5lLmV4YW1wbGUxHjAcBgNVBAoMFUEgc3RhbmQtaW4s
IHdvcnRobGVzczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIB6OlTTkQyn14DS
gZ0QfRF0lrzjm2Kg0O9ial5TdWijJmILlNU8U0jvGoy56kHhkrrAe+KrPutKf/ph
8Uo2++CjajBoMCQGA1UdEQQdMBuCGW1haWwudGhpcy1tYWNoaW5lLmV4YW1wbGUw
DAYDVR0TAQH/BAIwADATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQUKqSP
R/gj3JdxliSubvg2vv0JNgcwCgYIKoZIzj0EAwIDSAAwRQIhAKDbdFsFK8KQMN3t
OQbnfxu50+yBALkMyDYpWU0+TDXZAiA0nC1Pt2blo8stkAFLEzZBBxS4KCi4XEOI
81uS8x51rw==
-----END CERTIFICATE-----`,
}
