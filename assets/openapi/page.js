/* Puts the description on the page. Tokens are kept by the page alone, until it is left. */
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
