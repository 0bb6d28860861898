/** A self-signed certificate for localhost, valid for 100 years, which no client trusts. Only for tests. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSocHPLGYTH01royk
E1w9zHBoDXd6yNXd1fhV1WHzrryhRANCAAT+pdRuESsXHzjbvH50L03ateYxKspU
ixEEfSC1o8Z5+zRgLklLpQpVsIzNNCCsgZieBw5d/N0UCnkr6akFhhJg
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUVqkTjGiGmyGPSVqpkYoSMa/UvskwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODA2NDczNVoYDzIxMjYxMDI1
MDY0NzM1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT+pdRuESsXHzjbvH50L03ateYxKspUixEEfSC1o8Z5+zRgLklLpQpV
sIzNNCCsgZieBw5d/N0UCnkr6akFhhJgo1MwUTAdBgNVHQ4EFgQUHqSqTDQvPwdh
ZhwSoStu7nH9F0swHwYDVR0jBBgwFoAUHqSqTDQvPwdhZhwSoStu7nH9F0swDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAE48BGscG5XoWgg7MIykaF
6KAfqqqnMmcrKC1NFSiHVQIhAJo56ieZfGlfUU/RwPLp/x/l+0kz1ppY0jYlqlYV
ncYN
-----END CERTIFICATE-----
`,
}
