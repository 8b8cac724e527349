-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- A session of Neovim (0.7 or later) with detrain lsp; prints what a user would see, one fact a line.

local patience = 60000
local names = { "error", "warning", "information", "hint" }

local function say(...)
  io.stdout:write(string.format(...), "\n")
end

local function wait_for(what, condition)
  if not vim.wait(patience, condition, 10) then
    say("waited in vain for %s", what)
    vim.cmd("cquit 1")
  end
end

vim.cmd("edit train.c")
local buffer = vim.api.nvim_get_current_buf()
local uri = vim.uri_from_bufnr(buffer)
local published = 0
local ended = nil
local client_id = vim.lsp.start_client({
  name = "detrain",
  cmd = { os.getenv("DETRAIN"), "lsp" },
  root_dir = vim.fn.getcwd(),
  handlers = {
    ["textDocument/publishDiagnostics"] = function(...)
      published = published + 1
      vim.lsp.diagnostic.on_publish_diagnostics(...)
    end,
  },
  on_exit = function(code)
    ended = code
  end,
})
vim.lsp.buf_attach_client(buffer, client_id)
local client = vim.lsp.get_client_by_id(client_id)

local function diagnostics()
  return vim.diagnostic.get(buffer)
end

local function after_next_publication(change)
  local before = published
  change()
  wait_for("diagnostics", function()
    return published > before
  end)
  vim.wait(50)
end

local function ask(method, params)
  local answer = client.request_sync(method, params, patience, buffer)
  return answer and answer.result
end

local function place(line, character)
  return { textDocument = { uri = uri }, position = { line = line - 1, character = character } }
end

local function range(first, last)
  return {
    textDocument = { uri = uri },
    range = { start = { line = first - 1, character = 0 }, ["end"] = { line = last - 1, character = 0 } },
    context = { diagnostics = {} },
  }
end

local function hover(name, line, character)
  local answer = ask("textDocument/hover", place(line, character))
  for _, text in ipairs(vim.split(answer and answer.contents.value or "nil", "\n", { trimempty = true })) do
    say("hover %s: %s", name, text)
  end
end

wait_for("the first diagnostics", function()
  return #diagnostics() > 0
end)
for _, diagnostic in ipairs(diagnostics()) do
  say("opened: %d %s %s from %s", diagnostic.lnum + 1, names[diagnostic.severity], diagnostic.code, diagnostic.source)
  say("related: %d", math.min(1, #(diagnostic.user_data.lsp.relatedInformation or {})))
end

hover("w", 10, 12)
hover("scratch", 9, 14)
hover("nothing", 14, 4)
for _, hint in ipairs(ask("textDocument/inlayHint", range(1, 15))) do
  say("inlay: line %d: %s", hint.position.line + 1, hint.label)
end

local actions = ask("textDocument/codeAction", range(9, 9))
say("actions: %s", table.concat(vim.tbl_map(function(action)
  return action.title
end, actions), " | "))

-- While the text changes, the server answers at once what needs no analysis, and forgets what is taken back.
-- Neovim passes over the answer to what it cancelled (protocol.test sees it); a server that went on would answer.
local seen, cancelled = nil, "no answer"
after_next_publication(function()
  local before = published
  vim.api.nvim_buf_set_lines(buffer, 13, 14, false, { "    return 0; " })
  client.request("detrain/unknown", {}, function(err)
    seen = string.format("%d %s diagnostics", err.code, published == before and "before" or "after")
  end, buffer)
  local _, request = client.request("textDocument/hover", place(10, 12), function()
    cancelled = "answered"
  end, buffer)
  wait_for("an error", function()
    return seen ~= nil
  end)
  client.notify("$/cancelRequest", { id = request })
end)
say("answered while it works: %s", seen)
hover("again", 10, 12)
say("cancelled: %s", cancelled)

for _, action in ipairs(ask("textDocument/codeAction", range(9, 9))) do
  if action.title:find("Suppress") then
    after_next_publication(function()
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
    end)
  end
end
say("line: %s", vim.trim(vim.api.nvim_buf_get_lines(buffer, 8, 9, false)[1]))
say("without reason: %s", diagnostics()[1].code)
after_next_publication(function()
  vim.cmd("silent 9s/<.*>/a demo")
end)
say("with reason: %d", #diagnostics())

after_next_publication(function()
  vim.api.nvim_buf_set_lines(buffer, 8, 9, false, { "            scratch = ;" })
end)
say("broken: %d %s", diagnostics()[1].severity, diagnostics()[1].message)
after_next_publication(function()
  vim.api.nvim_buf_set_lines(buffer, 8, 9, false, {})
end)

for _, action in ipairs(ask("textDocument/codeAction", range(9, 9))) do
  if action.command then
    after_next_publication(function()
      ask("workspace/executeCommand", action.command)
    end)
  end
end
say("baseline: %d", #diagnostics())

client.stop()
wait_for("the server's end", function()
  return ended ~= nil
end)
say("ended: %d", ended)
vim.cmd("qall!")
